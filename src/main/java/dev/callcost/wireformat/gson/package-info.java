/** JSON by Gson: the format, its marshaller, and what keeps Gson from converting between types. */
package dev.callcost.wireformat.gson;
