import type { PlatformEnv } from '#platform/http/environment.ts';
import type { GymFacts } from '#platform/services/gyms/get.ts';
import type { SignedInOwner } from '#platform/services/owners/sessions.ts';
import type { Seal } from '#shared/seal/seal.ts';
import type { Form } from './form.ts';
import type { Language } from './language.ts';

/** Variables of a console request, in addition to those of every request. */
export interface ConsoleEnv extends PlatformEnv {
  Variables: PlatformEnv['Variables'] & {
    language: Language;
    /** Whether the pages link to a sandbox. */
    hasSandbox: boolean;
    /** Encrypts what a browser holds for the console. */
    seal: Seal;
    /** Set if an owner is signed in; `call` is then a call for their gym. */
    owner?: SignedInOwner;
    /** Set instead of `owner` if the session is for adding a passkey alone. */
    waitingOwner?: SignedInOwner;
    /** The form that waited until the owner had proved who they are (`requireRecent`); absent: the posted one. */
    waitedForm?: Form;
    /** The gym of that owner. */
    gym: GymFacts;
  };
}
