import { Check, CircleHelp, CloudOff, LogOut, type LucideIcon, ScanLine, TriangleAlert, Undo2, X } from 'lucide-react';
import { endOf, isNotWhole, memberOf, type Verdict, type VerdictKind } from '#lib/wire/verdict.ts';

interface VerdictAppearance {
  icon: LucideIcon;
  /** The word beside the icon: a key of the messages under `verdict.words`. */
  word: VerdictKind | 'checkedOut' | 'undone' | 'notWhole';
  text: string;
  surface: string;
  border: string;
}

const appearances: Record<VerdictKind, Omit<VerdictAppearance, 'word'>> = {
  admitted: { icon: Check, text: 'text-admitted', surface: 'bg-admitted-soft', border: 'border-admitted' },
  attention: { icon: TriangleAlert, text: 'text-attention', surface: 'bg-attention-soft', border: 'border-attention' },
  refused: { icon: X, text: 'text-refused', surface: 'bg-refused-soft', border: 'border-refused' },
  unconfirmed: {
    icon: CloudOff,
    text: 'text-unconfirmed',
    surface: 'bg-unconfirmed-soft',
    border: 'border-unconfirmed',
  },
  unknown: { icon: CircleHelp, text: 'text-unknown', surface: 'bg-unknown-soft', border: 'border-unknown' },
};

/** Of a verdict, and of a member whom nobody has confirmed yet. */
export const { unconfirmed } = appearances;

/** What is over needs nobody's eye. */
const { text, surface, border } = appearances.unknown;
const neutral = { text, surface, border };

/** Colour follows the kind of verdict; a visit taken back or ended has none, and is called what it is. */
export function appearanceOf(verdict: Verdict): VerdictAppearance {
  const appearance = appearances[verdict.kind];
  const end = endOf(verdict);
  if (end) return { ...neutral, icon: end === 'undone' ? Undo2 : LogOut, word: end };
  if (isNotWhole(verdict)) return { ...appearance, icon: ScanLine, word: 'notWhole' };
  return { ...appearance, word: verdict.kind };
}

/** Whom a verdict is about: the member, or else what was read. */
export function nameOf(verdict: Verdict): string {
  return memberOf(verdict)?.displayName ?? verdict.scanned.text;
}
