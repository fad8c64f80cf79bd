'use client';

import { ScanLine } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { cn } from '#components/ui/class-names.ts';
import { onDemand } from '#components/ui/on-demand.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { PendingLookUp } from '#lib/browser/taps/reception-state.ts';
import type { ManagerDecision } from '#lib/wire/manager-override.ts';
import type { MemberSummary, Verdict } from '#lib/wire/verdict.ts';
import { VerdictActions, type VerdictActionsProps } from './actions.tsx';
import { appearanceOf, unconfirmed } from './appearance.ts';
import { faceOfGlance, faceOfVerdict, VerdictFace } from './face.tsx';
import { VerdictReasons, type VerdictReasonsProps } from './reasons.tsx';
import { listedReasons } from './record.ts';
import { RecordLine, useVerdictInShort } from './record-line.tsx';
import { useReasonText } from './use-reason-text.ts';

const AdmitAnyway = onDemand(async () => (await import('./admit-anyway.tsx')).AdmitAnyway);

export interface VerdictCardProps
  extends Omit<VerdictActionsProps, 'verdict' | 'onAskAnyway' | 'onCallManager'>,
    Pick<VerdictReasonsProps, 'offerFor'> {
  /** Null before the first scan of the day. */
  verdict: Verdict | null;
  /** The look-up in flight; it replaces the previous verdict. */
  lookingUp: PendingLookUp | null;
  timeZone: string;
  onAdmitAnyway(accountId: string, reason: string): void;
  /** The dialog in which a manager decides at this screen. */
  callManager(asked: AskedManager | null, onClose: () => void): ReactNode;
}

/** What a manager is called to decide. */
export interface AskedManager {
  member: MemberSummary;
  decision: ManagerDecision;
  /** The tap of the verdict. */
  scanTapId: string | undefined;
}

/**
 * The verdict of a tap. The region keeps its place and height in every state, so that no button moves under a finger.
 */
export function VerdictCard({
  verdict,
  lookingUp,
  timeZone,
  offerFor,
  onAdmitAnyway,
  callManager,
  ...props
}: VerdictCardProps) {
  const t = useTranslations('verdict');
  // separate from the shown verdict: a scan during the question must not discard the typed reason
  const [askedAbout, setAskedAbout] = useState<MemberSummary | null>(null);
  const [called, setCalled] = useState<AskedManager | null>(null);
  const onCallManager = (member: MemberSummary, decision: ManagerDecision) =>
    setCalled({ member, decision, scanTapId: verdict?.tapId });
  const actions = { ...props, onAskAnyway: setAskedAbout, onCallManager };
  const shown = lookingUp === null ? verdict : null;
  const glance = lookingUp?.glance;
  const appearance = glance ? unconfirmed : shown && appearanceOf(shown);
  return (
    <section
      id="verdict"
      aria-label={t('region')}
      aria-busy={lookingUp !== null}
      data-verdict={glance ? 'unconfirmed' : shown?.kind}
      data-tap-id={glance ? lookingUp.tapId : shown?.tapId}
      className={cn(
        '@container min-h-(--verdict-height) scroll-mt-24 rounded-lg border-l-10',
        appearance ? [appearance.surface, appearance.border] : 'border-line bg-surface ring-1 ring-line ring-inset',
      )}
    >
      <Announcement verdict={shown} timeZone={timeZone} />
      {lookingUp && !glance && <LookingUp value={lookingUp.value} />}
      {!lookingUp && !verdict && <VerdictIdle />}
      {/* one face with one key: from glance to verdict, name and photo do not flicker */}
      {glance ? (
        <VerdictFace
          key={lookingUp.tapId}
          {...faceOfGlance(glance, lookingUp.tappedAt + (props.clockAheadMs ?? 0))}
          word={t('confirming')}
          timeZone={timeZone}
        >
          <p className="mt-3 animate-appear-late text-lg">{t('confirmingText')}</p>
        </VerdictFace>
      ) : (
        shown && (
          <VerdictFace
            key={shown.tapId}
            {...faceOfVerdict(shown)}
            word={t(`words.${appearanceOf(shown).word}`)}
            timeZone={timeZone}
            record={<RecordLine verdict={shown} timeZone={timeZone} />}
            actions={<VerdictActions verdict={shown} {...actions} />}
          >
            <VerdictReasons verdict={shown} timeZone={timeZone} offerFor={offerFor} />
          </VerdictFace>
        )
      )}
      <AdmitAnyway
        isWanted={askedAbout !== null}
        member={askedAbout}
        onClose={() => setAskedAbout(null)}
        onConfirm={onAdmitAnyway}
      />
      {callManager(called, () => setCalled(null))}
    </section>
  );
}

function LookingUp({ value }: { value: string }) {
  const t = useTranslations('verdict');
  return (
    <Centered>
      <Spinner className="size-8 text-accent" />
      <p className="text-ink-soft">
        {t('lookingUp')} <span className="break-all font-medium text-ink">{value}</span>
      </p>
    </Centered>
  );
}

/** The loading state appears with a delay: most verdicts arrive before. */
function Centered({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-[inherit] animate-appear-late place-content-center justify-items-center gap-3 p-6 text-center">
      {children}
    </div>
  );
}

/** Announces the verdict to screen readers: word, name, whether the visit is recorded, and the first reason. */
function Announcement({ verdict, timeZone }: { verdict: Verdict | null; timeZone: string }) {
  const inShort = useVerdictInShort(timeZone);
  const reasonText = useReasonText(timeZone);
  const first = verdict && listedReasons(verdict)[0];
  return (
    <p role="status" aria-live="assertive" className="sr-only">
      {verdict && [inShort(verdict), first && reasonText(first).text].filter(Boolean).join('. ')}
    </p>
  );
}

function VerdictIdle() {
  const t = useTranslations('verdict');
  return (
    <div className="grid min-h-[inherit] place-content-center justify-items-center gap-2 p-6 text-center">
      <ScanLine aria-hidden className="size-12 text-ink-faint" strokeWidth={1.5} />
      <p className="font-semibold text-xl">{t('idleTitle')}</p>
      <p className="max-w-prose text-ink-soft">{t('idleText')}</p>
    </div>
  );
}
