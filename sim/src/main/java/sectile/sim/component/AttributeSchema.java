package sectile.sim.component;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The attributes a component takes, in the order they are documented.
public record AttributeSchema(List<Attribute> attributes) {
    public AttributeSchema {
        attributes = List.copyOf(attributes);
        Set<String> names = new HashSet<>();
        for (Attribute attribute : attributes) {
            if (!names.add(attribute.name())) {
                throw new IllegalArgumentException("two attributes named " + attribute.name());
            }
        }
    }

    public static AttributeSchema of(Attribute... attributes) {
        return new AttributeSchema(List.of(attributes));
    }

    public Optional<Attribute> find(String name) {
        return attributes.stream()
                .filter(attribute -> attribute.name().equals(name))
                .findFirst();
    }

    public List<String> names() {
        return attributes.stream().map(Attribute::name).toList();
    }
}
