import { operations } from '#contracts/v1/operations.ts';
import { indexOperations } from '#platform/http/operation-index.ts';

export const gymOperations = indexOperations(operations);
