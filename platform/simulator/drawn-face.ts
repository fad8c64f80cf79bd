import { createAvatar } from '@dicebear/core';
import * as openPeeps from '@dicebear/open-peeps';
import type { DemoPerson } from './demo-member.ts';
import { createRandom } from './random.ts';

type Options = openPeeps.Options;
type Heads = Record<'FEMALE' | 'MALE', NonNullable<Options['head']>>;

const grayFrom = 62;

/** Only human heads: the collection also has bears and cyclopes. */
const heads: Heads = {
  FEMALE: [
    'bangs',
    'bangs2',
    'bun',
    'bun2',
    'buns',
    'long',
    'longBangs',
    'longCurly',
    'medium1',
    'medium2',
    'medium3',
    'mediumBangs',
    'mediumBangs2',
    'mediumBangs3',
    'mediumStraight',
  ],
  MALE: [
    'flatTop',
    'pomp',
    'shaved1',
    'shaved2',
    'shaved3',
    'short1',
    'short2',
    'short3',
    'short4',
    'short5',
    'twists',
    'noHair1',
  ],
};
const grayHeads: Heads = {
  FEMALE: ['grayBun', 'grayMedium'],
  MALE: ['grayShort', 'noHair2', 'noHair3'],
};

const friendly: Options['face'] = ['calm', 'cheeky', 'cute', 'eatingHappy', 'smile', 'smileBig'];
const hairColours = ['2c1b18', '4a312c', '724133', 'a55728', 'b58143', 'd6b370'];
const grayHair = ['e8e1e1', 'c9c5c0'];
const backdrops = ['d7e6dc', 'dbe4f0', 'f3e3d3', 'eadff0', 'f5ecc9', 'd9eaea'];

interface FaceOf extends Pick<DemoPerson, 'gender' | 'dateOfBirth'> {
  accountId: string;
}

/**
 * A drawn portrait of an invented person: deterministic per account, and of about the right age.
 * @returns a square SVG
 */
export function drawFace({ accountId, gender, dateOfBirth }: FaceOf, now: Date): string {
  const random = createRandom(0, `face ${accountId}`);
  const drawnAs = gender === 'NON_BINARY' ? random.pick(['FEMALE', 'MALE'] as const) : gender;
  const isGray = now.getUTCFullYear() - Number(dateOfBirth.slice(0, 4)) >= grayFrom;
  return createAvatar(openPeeps, {
    seed: accountId,
    head: (isGray ? grayHeads : heads)[drawnAs],
    headContrastColor: isGray ? grayHair : hairColours,
    face: friendly,
    skinColor: ['ffdbb4', 'edb98a', 'd08b5b', 'ffdbb4', 'edb98a', 'ae5d29'],
    accessories: ['glasses', 'glasses2', 'glasses3', 'glasses4'],
    accessoriesProbability: isGray ? 45 : 15,
    facialHair: ['chin', 'full', 'full2', 'full3', 'full4', 'goatee1', 'moustache1'],
    facialHairProbability: drawnAs === 'MALE' ? 30 : 0,
    maskProbability: 0,
    backgroundColor: [random.pick(backdrops)],
    scale: 100,
  }).toString();
}
