import { errorStatus } from '#contracts/v2/errors.ts';
import type { InterfaceName } from './interface-names.ts';
import type { InlineSchema } from './published-document.ts';

/** Deliberate deviations of responses from the published document: nothing else is exempt. */
export interface DecidedAnswers {
  reasons: string[];
  /** Error statuses allowed for every operation, even if the document does not list them. */
  failureStatuses: number[];
  answer(operationId: string, schema: InlineSchema): InlineSchema;
}

const without = (schema: InlineSchema, notRequired: readonly string[]): InlineSchema => ({
  ...schema,
  required: schema.required?.filter((field) => !notRequired.includes(field)),
  ...(schema.items ? { items: without(schema.items, notRequired) } : {}),
});

/** Properties of a member that the gym may not know, although the document requires them. */
const unknownOfMembers = [
  'dateOfBirth',
  'endOfContract',
  'phone',
  'street',
  'streetNumber',
  'zipCode',
  'city',
  'country',
];

export const decidedAnswers: Record<InterfaceName, DecidedAnswers> = {
  v1: {
    reasons: [
      'What the gym does not know of a member is left out of the profile, though the document requires it.',
      'A failure of the platform itself is answered 500, which the document does not name.',
    ],
    failureStatuses: [500],
    answer: (operationId, schema) => (operationId === 'getProfile' ? without(schema, unknownOfMembers) : schema),
  },
  v2: {
    reasons: [
      'Every error code has one status, at every operation: 405, 409 and 429 too where the document does not name them.',
      'Who set a task and was erased since is nobody any more: such a task has no author, though the document requires one.',
    ],
    failureStatuses: [...new Set<number>(Object.values(errorStatus))],
    answer: (operationId, schema) =>
      ['getTask', 'getTasks', 'updateTask', 'createTask'].includes(operationId)
        ? without(schema, ['authorId'])
        : schema,
  },
  export: {
    reasons: ['Who asks too often is answered 429, which the document does not name.'],
    failureStatuses: [429],
    answer: (_, schema) => schema,
  },
};
