import { operations } from '#contracts/v2/operations.ts';
import { indexOperations } from '#platform/http/operation-index.ts';

export const membershipOperations = indexOperations(operations);
