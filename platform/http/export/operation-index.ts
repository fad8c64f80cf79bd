import { operations } from '#contracts/export/operations.ts';
import { indexOperations } from '#platform/http/operation-index.ts';

export const exportOperations = indexOperations(operations);
