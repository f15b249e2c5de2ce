package dev.callcost.cli;

import dev.callcost.results.verdict.Rule;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a relative difference: {@code 3%} or {@code 0.03}. */
public final class MarginConverter implements ITypeConverter<Double> {

    @Override
    public Double convert(String text) {
        boolean percent = text.endsWith("%");
        try {
            double number = Double.parseDouble(percent ? text.substring(0, text.length() - 1) : text);
            double margin = percent ? number / 100 : number;
            new Rule(margin, Rule.ALPHA);
            return margin;
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException("'" + text + "' is no share between 0% and 100%, such as 3% or 0.03");
        }
    }
}
