/** What may follow `application/json` in a Content-Type (RFC 9110, 5.6.6 and 8.3.1). */
export const jsonParameters = [
  '; charset=UTF-8',
  ';charset=utf-8',
  ' ; charset="utf-8"',
  '; charset=utf-8;',
  ';',
  ';odata.metadata=minimal;odata.streaming=true',
];
