import type { InterfaceName } from './interface-names.ts';

/** The OpenAPI document of an interface as served to integrators. */
export async function servedDocument(platformUrl: string, name: InterfaceName): Promise<object> {
  const response = await fetch(`${platformUrl}/openapi/${name}.json`);
  if (!response.ok) throw new Error(`/openapi/${name}.json answered ${response.status}.`);
  return response.json() as Promise<object>; // safe because: the project's own tests hold it to OpenAPI 3.1
}
