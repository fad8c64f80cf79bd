import type { Parameter } from './asked-parameters.ts';
import type { Credential } from './curl.ts';
import type { Markup, ReferenceAddress } from './layout.ts';
import type { JsonSchema, Schemas } from './schema-fields.ts';

export const interfaceNames = ['v2', 'v1', 'export'] as const;
export type InterfaceName = (typeof interfaceNames)[number];

export interface Content {
  content?: Record<string, { schema: JsonSchema }>;
}

export interface DocumentedOperation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content & { description: string }>;
}

type Paths = Record<string, Record<string, DocumentedOperation>>;

/** The parts of a generated document that the reference shows. */
export interface ReferenceDocument {
  info: { title: string; description: string };
  tags: { name: string }[];
  paths: Paths;
  webhooks?: Paths;
  components: { schemas: Schemas; securitySchemes: Record<string, unknown> };
}

/** A section of the page that is not in the document. */
export interface Section {
  id: string;
  title: string;
  body: Markup;
}

/** An interface as its page, its viewer and its collection show it. */
export interface Reference {
  name: InterfaceName;
  document: ReferenceDocument;
  /** Prefix of the document's paths. */
  basePath: string;
  sections: Section[];
  credential: Credential;
  /** Notes about one operation that are not in the document. */
  noteOf?(operationId: string): Markup;
}

/** Where everything about an interface is served. */
export const addressesOf = (name: InterfaceName) => ({
  page: `/reference/${name}` satisfies ReferenceAddress,
  document: `/openapi/${name}.json`,
  viewer: `/reference/${name}/try`,
  triedDocument: `/reference/${name}/try.json`,
  collection: `/postman/${name}.json`,
});

export interface Member {
  path: string;
  /** In upper case. */
  method: string;
  operation: DocumentedOperation;
}

export const membersOf = (paths: Paths, basePath: string): Member[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path: `${basePath}${path}`,
      method: method.toUpperCase(),
      operation,
    })),
  );

/** The operations of each tag, in the order of the document. */
export const groupsOf = <One extends Member>(tags: readonly { name: string }[], members: readonly One[]) =>
  tags.map(({ name }) => ({ name, members: members.filter(({ operation }) => operation.tags[0] === name) }));

/** The address of an operation in the viewer, which opens it. */
export const placeInViewer = (name: InterfaceName, { operationId, tags: [tag = ''] }: DocumentedOperation): string =>
  `${addressesOf(name).viewer}#/${encodeURIComponent(tag)}/${operationId}`;
