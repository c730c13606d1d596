import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Quantity;
import io.strimzi.api.kafka.model.kafka.Kafka;
import io.strimzi.api.kafka.model.nodepool.KafkaNodePool;
import io.strimzi.api.kafka.model.topic.KafkaTopic;
import io.strimzi.api.kafka.model.user.KafkaUser;
import io.strimzi.crdgenerator.annotations.PresentInVersions;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Prints CustomResourceDefinitions of Strimzi's kinds, as far as names and types of fields go. Strimzi generates its own
 * from these classes, by a program that is published nowhere.
 */
public final class Definitions {
    private static final String VERSION = "v1";
    private static final List<Class<?>> KINDS =
            List.of(Kafka.class, KafkaNodePool.class, KafkaTopic.class, KafkaUser.class);
    private static final ObjectMapper MAPPER = new ObjectMapper();

    public static void main(String[] words) throws Exception {
        for (Class<?> kind : KINDS) {
            var schema = schemaOf(MAPPER.constructType(kind), Set.of());
            var version = Map.of("name", VERSION, "schema", Map.of("openAPIV3Schema", schema));
            var spec = Map.of(
                    "group", "kafka.strimzi.io",
                    "names", Map.of("kind", kind.getSimpleName()),
                    "versions", List.of(version));
            System.out.println("---");
            System.out.println(MAPPER.writeValueAsString(Map.of("kind", "CustomResourceDefinition", "spec", spec)));
        }
    }

    private static Map<String, Object> schemaOf(JavaType type, Set<Class<?>> within) {
        Class<?> raw = type.getRawClass();
        if (type.isCollectionLikeType()) {
            return Map.of("type", "array", "items", schemaOf(type.getContentType(), within));
        }
        if (type.isMapLikeType()) return Map.of("type", "object");
        if (type.isEnumType()) return Map.of("type", "string", "enum", namesOf(raw.getEnumConstants()));
        if (raw == String.class) return Map.of("type", "string");
        if (raw == Boolean.class || raw == boolean.class) return Map.of("type", "boolean");
        if (Stream.of(Integer.class, int.class, Long.class, long.class).anyMatch(each -> each == raw)) {
            return Map.of("type", "integer");
        }
        if (raw == Quantity.class || raw == IntOrString.class) return Map.of("x-kubernetes-int-or-string", true);
        // Metadata is Kubernetes' own. What holds itself, or could be anything, is left unchecked.
        String name = raw.getName();
        boolean isModel = name.startsWith("io.strimzi.") || name.startsWith("io.fabric8.");
        if (!isModel || name.endsWith(".ObjectMeta") || within.contains(raw)) return Map.of();
        Set<Class<?>> inside = Stream.concat(within.stream(), Stream.of(raw)).collect(Collectors.toSet());
        return Map.of("type", "object", "properties", propertiesOf(type, inside));
    }

    /** Where a field says which of several types an object has: the fields of all of these, as in Strimzi's own definitions. */
    private static Map<String, Object> propertiesOf(JavaType type, Set<Class<?>> within) {
        Map<String, Object> properties = new LinkedHashMap<>();
        for (var property : MAPPER.getSerializationConfig().introspect(type).findProperties()) {
            if (isPresent(property)) properties.put(property.getName(), schemaOf(property.getPrimaryType(), within));
        }
        JsonSubTypes others = type.getRawClass().getAnnotation(JsonSubTypes.class);
        if (others == null) return properties;
        for (var other : others.value()) {
            propertiesOf(MAPPER.constructType(other.value()), within).forEach(properties::putIfAbsent);
        }
        properties.put(
                "type",
                Map.of("type", "string", "enum", Arrays.stream(others.value()).map(JsonSubTypes.Type::name).toList()));
        return properties;
    }

    private static boolean isPresent(BeanPropertyDefinition property) {
        return Stream.of(property.getField(), property.getGetter()).allMatch(Definitions::isPresent);
    }

    private static boolean isPresent(AnnotatedMember member) {
        PresentInVersions versions =
                member == null ? null : member.getAnnotated().getAnnotation(PresentInVersions.class);
        return versions == null || Arrays.asList(versions.value().split("-")).contains(VERSION);
    }

    private static List<String> namesOf(Object[] constants) {
        return Arrays.stream(constants).map(each -> MAPPER.valueToTree(each).asText()).toList();
    }
}
