/** With every page that is asked for, path and query of its address. The proxy writes it; what a browser sends under this name is dropped. */
export const addressHeader = 'x-page-address';
