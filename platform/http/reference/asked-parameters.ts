import { accountField } from '#contracts/v2/account-fields.ts';
import type { JsonSchema } from './schema-fields.ts';

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: JsonSchema;
}

/** Optional parameters that a request needs all the same, because it names a member by one of several. */
const neededOf: Readonly<Record<string, readonly string[]>> = {
  getProfile: ['rfid'],
  listUserProducts: ['membershipId'],
  activateProduct: ['membershipId'],
};

/** Whether an example of a request contains the parameter. */
export const isAsked = (operationId: string, { name, required }: Parameter): boolean =>
  required === true || neededOf[operationId]?.includes(name) === true;

/** Required parameters whose value every gym has of its own. No example of them would be found in another gym. */
const ownNames: readonly string[] = ['accountId', 'email', 'gymId'];

/** The name of the variable that stands for a parameter's value in commands and collections, if one does. */
export const variableOf = ({ name, required }: Parameter): string | undefined =>
  required && ownNames.includes(name) ? name : undefined;

/** What the variable `accountId` replaces in the example of a body. */
export const exampleAccountId: string = accountField.accountId.example;
