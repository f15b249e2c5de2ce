package dev.callcost.reach;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;

/**
 * A text of declarations or instructions in which each item ends unambiguously. Names of lambdas' bodies stay open until all methods of the class are known.
 *
 * @param owner the class that it is about, as class files name it
 * @param parts texts, and between two of them the name and descriptor of a method that may be a lambda's body
 */
record CodeText(String owner, List<StringBuilder> parts) {
    /** What javac calls the body of a lambda, before the name of its method and a number. */
    static final String LAMBDA = "lambda$";

    CodeText(String owner) {
        this(owner, new ArrayList<>(List.of(new StringBuilder())));
    }

    private StringBuilder end() {
        return parts.get(parts.size() - 1);
    }

    /** Adds items: a length before each, so that none can look like two others. */
    CodeText add(Object... items) {
        for (Object item : items) {
            String text = String.valueOf(item);
            end().append(text.length()).append(':').append(text);
        }
        return this;
    }

    void addMethod(String of, String name, String descriptor) {
        if (of.equals(owner) && name.startsWith(LAMBDA)) {
            parts.add(new StringBuilder(name + descriptor));
            parts.add(new StringBuilder());
        } else {
            add(of, name, descriptor);
        }
    }

    /** Adds a constant of an instruction or a bootstrap method: its kind is part of it, and so are the bits of a number. */
    void addConstant(Object constant) {
        if (constant instanceof Handle handle) {
            add("handle", handle.getTag(), handle.isInterface());
            addMethod(handle.getOwner(), handle.getName(), handle.getDesc());
        } else if (constant instanceof ConstantDynamic dynamic) {
            add("dynamic", dynamic.getName(), dynamic.getDescriptor(), dynamic.getBootstrapMethodArgumentCount());
            addConstant(dynamic.getBootstrapMethod());
            for (int n = 0; n < dynamic.getBootstrapMethodArgumentCount(); n++) {
                addConstant(dynamic.getBootstrapMethodArgument(n));
            }
        } else if (constant instanceof Float number) {
            add("float", Float.floatToRawIntBits(number));
        } else if (constant instanceof Double number) {
            add("double", Double.doubleToRawLongBits(number));
        } else if (constant != null && constant.getClass().isArray()) {
            int length = java.lang.reflect.Array.getLength(constant);
            add("array", length);
            for (int n = 0; n < length; n++) {
                addConstant(java.lang.reflect.Array.get(constant, n));
            }
        } else {
            add(constant == null ? "null" : constant.getClass().getSimpleName(), constant);
        }
    }

    /** Adds an annotation that a running program can read; others have no effect. */
    AnnotationVisitor annotation(boolean isVisible, Object... where) {
        if (!isVisible) {
            return null;
        }
        add("annotation").add(where);
        return values();
    }

    AnnotationVisitor values() {
        return new AnnotationVisitor(Opcodes.ASM9) {
            @Override
            public void visit(String name, Object value) {
                add(name);
                addConstant(value);
            }

            @Override
            public void visitEnum(String name, String type, String value) {
                add(name, type, value);
            }

            @Override
            public AnnotationVisitor visitAnnotation(String name, String type) {
                add(name, type);
                return this;
            }

            @Override
            public AnnotationVisitor visitArray(String name) {
                add(name, "[");
                return this;
            }

            @Override
            public void visitEnd() {
                add("]");
            }
        };
    }

    /** @param lambdas gives what stands in place of a name and descriptor that a lambda's body may have */
    String text(Function<String, String> lambdas) {
        StringBuilder text = new StringBuilder();
        for (int n = 0; n < parts.size(); n++) {
            String part = parts.get(n).toString();
            text.append(n % 2 == 0 ? part : lambdas.apply(part));
        }
        return text.toString();
    }
}
