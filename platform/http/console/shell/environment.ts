import type { PlatformEnv } from '#platform/http/environment.ts';
import type { GymFacts } from '#platform/services/gyms/get.ts';
import type { OwnerRules } from '#platform/services/owners/rules.ts';
import type { SignedInOwner } from '#platform/services/owners/sessions.ts';
import type { Language } from './language.ts';

/** What a request to the console carries, beside what every request does. */
export interface ConsoleEnv extends PlatformEnv {
  Variables: PlatformEnv['Variables'] & {
    language: Language;
    ownerRules: OwnerRules;
    /** Set where somebody is signed in, and then `call` is a call for their gym. */
    owner?: SignedInOwner;
    /** The gym of that owner. */
    gym: GymFacts;
  };
}
