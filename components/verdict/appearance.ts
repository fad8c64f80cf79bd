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

/** Used for such a verdict, and for a member of a glance, who is not confirmed yet. */
export const { unconfirmed } = appearances;

/** An ended visit needs no attention. */
const { text, surface, border } = appearances.unknown;
const neutral = { text, surface, border };

/** The colour depends on the kind of verdict; an undone or ended visit is neutral, with its own word. */
export function appearanceOf(verdict: Verdict): VerdictAppearance {
  const appearance = appearances[verdict.kind];
  const end = endOf(verdict);
  if (end) return { ...neutral, icon: end === 'undone' ? Undo2 : LogOut, word: end };
  if (isNotWhole(verdict)) return { ...appearance, icon: ScanLine, word: 'notWhole' };
  return { ...appearance, word: verdict.kind };
}

/** The member's name, or the scanned text. */
export function nameOf(verdict: Verdict): string {
  return memberOf(verdict)?.displayName ?? verdict.scanned.text;
}
