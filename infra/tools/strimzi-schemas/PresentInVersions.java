package io.strimzi.crdgenerator.annotations;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Strimzi's, whose own class is published nowhere: a field is in these versions of a kind alone. */
@Retention(RetentionPolicy.RUNTIME)
public @interface PresentInVersions {
    String value();
}
