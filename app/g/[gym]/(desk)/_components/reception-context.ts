import { createContext, type RefObject, useContext } from 'react';
import type { CardInHand } from '#lib/browser/scan/card-in-hand.ts';
import type { Press, ReceptionState } from '#lib/browser/taps/reception-state.ts';
import type { LocationView } from '#lib/wire/locations.ts';
import type { StaffView } from '#lib/wire/staff.ts';
import type { MemberSummary, Verdict } from '#lib/wire/verdict.ts';

/** What every page of the desk knows of the counter. */
export interface ReceptionView extends ReceptionState {
  location: LocationView;
  staff: StaffView;
  /** The day it is at the location, `yyyy-MM-dd`. */
  today: string;
  /** Whether the desk's own server can be heard. */
  isConnected: boolean;
  /** What a person types while no field has the focus goes here, where the page has such a box. */
  searchBox: RefObject<HTMLInputElement | null>;
  lookUp(value: string, source: 'scan' | 'typed'): void;
  lookUpMember(member: MemberSummary): void;
  press(press: Press): void;
  undo(tapId: string): void;
  lookAt(verdict: Verdict): void;
  retryNow(): void;
  /** Removes taps of an earlier window that cannot be opened. */
  removeUnreadable(): void;
  /** Has the verdict stand beside the page, whatever page that is. @returns ends it */
  putBeside(): () => void;
  /** Asks for the member who is to have a card that nobody has. */
  assign(card: CardInHand): void;
}

export const ReceptionContext = createContext<ReceptionView | null>(null);

export function useReception(): ReceptionView {
  const view = useContext(ReceptionContext);
  if (!view) throw new Error('Only pages of reception know the counter.');
  return view;
}
