/**
 * A llama.cpp grammar for `DraftResponse` as JSON without whitespace. It rules out any other output, and output longer
 * than the response checks accept.
 */
export const DRAFT_GRAMMAR = String.raw`root ::= "{\"quote\":" (quote | "null") ",\"summary\":" summary ",\"points\":[" (point ("," point){0,3})? "],\"next\":[" (step ("," step){0,3})? "]}"
quote ::= "{\"segment\":" index ",\"words\":" words "}"
step ::= "{\"who\":" ("\"company\"" | "\"customer\"") ",\"what\":" what ",\"when\":" (when | "null") ",\"segment\":" index "}"
summary ::= "\"" char{1,500} "\""
point ::= "\"" char{1,150} "\""
words ::= "\"" char{1,200} "\""
what ::= "\"" char{1,150} "\""
when ::= "\"" char{1,50} "\""
index ::= "0" | [1-9] [0-9]{0,3}
char ::= [^"\\\x7F\x00-\x1F] | "\\" ["\\/bfnrt]
`;
