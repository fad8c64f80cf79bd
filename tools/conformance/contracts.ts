import { operations as exportOperations } from '#contracts/export/operations.ts';
import { publishedFacts as exportFacts } from '#contracts/export/published/facts.ts';
import type { PublishedFacts } from '#contracts/published/facts.ts';
import { operations as gymOperations } from '#contracts/v1/operations.ts';
import { publishedFacts as gymFacts } from '#contracts/v1/published/facts.ts';
import { operations as membershipOperations } from '#contracts/v2/operations.ts';
import { publishedFacts as membershipFacts } from '#contracts/v2/published/facts.ts';
import { samplesOfExport } from './collection/export.ts';
import type { Sample } from './collection/sample.ts';
import { samplesOfV1 } from './collection/v1.ts';
import { samplesOfV2 } from './collection/v2.ts';
import type { InterfaceName } from './interface-names.ts';
import type { Operation } from './traffic/ask.ts';
import { driveExport } from './traffic/export.ts';
import type { Gym, PlatformUnderTest } from './traffic/platform-under-test.ts';
import { prepareTraining } from './traffic/prepare-training.ts';
import type { Stage } from './traffic/stage.ts';
import { driveV1 } from './traffic/v1.ts';
import { driveV2 } from './traffic/v2.ts';

/** An interface of the platform, and how it is tested. */
export interface Contract {
  /** Relative to the platform's URL. */
  basePath: string;
  operations: Record<string, Operation>;
  facts: PublishedFacts;
  credentialsOf(gym: Gym): { headers: Record<string, string>; query?: Record<string, number> };
  /** The status for an unknown key. */
  refusedStatus: number;
  /** A string in a successful response that the negative control falsifies. */
  lie: { operationId: string; path: readonly string[] };
  /** Sets up the gym before the first request. */
  prepare?(gym: Gym, platform: PlatformUnderTest): Promise<void>;
  /** Requests every operation, validly and invalidly. */
  drive(stage: Stage): Promise<void>;
  /** Creates separate data for every operation, so that their order does not matter. */
  makeSamples(stage: Stage): Promise<Record<string, Sample>>;
}

const apiKeyOf = ({ apiKey }: Gym) => ({ headers: { 'x-api-key': apiKey } });

export const contracts: Record<InterfaceName, Contract> = {
  v1: {
    basePath: '/v1',
    operations: gymOperations,
    facts: gymFacts,
    credentialsOf: ({ accessToken, legacyGymId }) => ({
      headers: { 'x-access-token': accessToken },
      query: { gymId: legacyGymId },
    }),
    refusedStatus: 401,
    lie: { operationId: 'getProfile', path: ['firstName'] },
    drive: driveV1,
    makeSamples: samplesOfV1,
  },
  v2: {
    basePath: '',
    operations: membershipOperations,
    facts: membershipFacts,
    credentialsOf: apiKeyOf,
    refusedStatus: 403,
    lie: { operationId: 'retrieveAccount', path: ['firstName'] },
    drive: driveV2,
    makeSamples: samplesOfV2,
  },
  export: {
    basePath: '',
    operations: exportOperations,
    facts: exportFacts,
    credentialsOf: apiKeyOf,
    refusedStatus: 401,
    lie: { operationId: 'getOptedOutUsersExport', path: ['gym', 'name'] },
    prepare: prepareTraining,
    drive: driveExport,
    makeSamples: samplesOfExport,
  },
};
