package dev.callcost.text;

import java.util.Locale;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Runs each test where numbers have other digits and another point: reports must not care. */
public final class ForeignLocale implements BeforeEachCallback, AfterEachCallback {
    private final Locale before = Locale.getDefault();

    @Override
    public void beforeEach(ExtensionContext test) {
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
    }

    @Override
    public void afterEach(ExtensionContext test) {
        Locale.setDefault(before);
    }
}
