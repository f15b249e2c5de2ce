package dev.callcost.plot;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** A picture as an XML parser reads it. */
final class Drawing {
    private final Document document;

    /** Reads a picture. */
    Drawing(String svg) {
        try {
            document = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
        } catch (Exception e) {
            throw new AssertionError("no XML: " + svg, e);
        }
    }

    List<Element> all(String name) {
        NodeList nodes = document.getElementsByTagName(name);
        List<Element> elements = new ArrayList<>();
        for (int n = 0; n < nodes.getLength(); n++) {
            elements.add((Element) nodes.item(n));
        }
        return elements;
    }

    private static double number(Element element, String attribute) {
        return Double.parseDouble(element.getAttribute(attribute));
    }

    /** The place of one of an element's attributes from the left side of the picture, in pixels. */
    private static double x(Element element, String attribute) {
        double[] around = frame((Element) element.getParentNode());
        return around[0] + pixels(element, attribute, around[2]);
    }

    /** The place of one of an element's attributes from the top of the picture, in pixels. */
    private static double y(Element element, String attribute) {
        double[] around = frame((Element) element.getParentNode());
        return around[1] + pixels(element, attribute, around[3]);
    }

    /** Left, top, width and height of the picture that an element is in, which may lie in others. */
    private static double[] frame(Element svg) {
        if (!(svg.getParentNode() instanceof Element)) {
            return new double[] {0, 0, number(svg, "width"), number(svg, "height")};
        }
        double[] around = frame((Element) svg.getParentNode());
        return new double[] {
            around[0] + pixels(svg, "x", around[2]),
            around[1] + pixels(svg, "y", around[3]),
            pixels(svg, "width", around[2]),
            pixels(svg, "height", around[3])
        };
    }

    private static double pixels(Element element, String attribute, double whole) {
        String length = element.getAttribute(attribute);
        return length.isEmpty()
                ? 0
                : length.endsWith("%")
                        ? whole * Double.parseDouble(length.replace("%", "")) / 100
                        : Double.parseDouble(length);
    }

    /** Texts that leave the picture, or stand upon one another, by about how wide letters are; one line each. */
    List<String> clashes() {
        List<String> clashes = new ArrayList<>();
        List<Element> texts = all("text");
        double width = number(document.getDocumentElement(), "width");
        double height = number(document.getDocumentElement(), "height");
        for (int n = 0; n < texts.size(); n++) {
            double[] box = box(texts.get(n));
            if (box[0] < -1 || box[1] > width + 1 || box[2] < -1 || box[3] > height) {
                clashes.add("outside: " + texts.get(n).getTextContent());
            }
            for (int m = 0; m < n; m++) {
                double[] other = box(texts.get(m));
                if (box[0] < other[1] && other[0] < box[1] && box[2] < other[3] && other[2] < box[3]) {
                    clashes.add(
                            texts.get(m).getTextContent() + " / " + texts.get(n).getTextContent());
                }
            }
        }
        return clashes;
    }

    /** Left, right, top and bottom of a text of 13 pixels. */
    private static double[] box(Element text) {
        double width = 7.6 * text.getTextContent().length();
        double x = x(text, "x") + pixels(text, "dx", 0);
        List<String> classes = List.of(text.getAttribute("class").split(" "));
        double left = classes.contains("end") ? x - width : classes.contains("middle") ? x - width / 2 : x;
        double y = y(text, "y") + pixels(text, "dy", 0);
        return new double[] {left, left + width, y - 10, y + 2};
    }
}
