/** A request header with the path and query of the page. The proxy sets it and drops any value sent by the browser. */
export const addressHeader = 'x-page-address';
