'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { assignCard, removePass, replaceCard } from '#app/g/[gym]/(desk)/cards-actions.ts';
import { CardsList, PassesList } from '#components/cards/list.tsx';
import { ProfileSection, SectionUnread, UnreadableNote } from '#components/profile/section.tsx';
import { Button } from '#components/ui/button.tsx';
import { onDemand } from '#components/ui/on-demand.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { cardsQuery, passesQuery } from '#lib/browser/queries/member-queries.ts';
import { useReaders } from '#lib/browser/queries/use-readers.ts';
import type { MemberPass } from '#lib/wire/cards.ts';
import type { ReaderProfiles } from '#lib/wire/reader/reader-profile.ts';
import type { SectionProps } from './section-props.ts';
import { useMemberName } from './use-member-name.ts';

const AddDialog = onDemand(async () => (await import('#components/cards/add-dialog.tsx')).CardsAddDialog);
const LostDialog = onDemand(async () => (await import('#components/cards/lost-dialog.tsx')).CardsLostDialog);
const RemoveDialog = onDemand(
  async () => (await import('#components/cards/passes-remove-dialog.tsx')).PassesRemoveDialog,
);

type Asking = { kind: 'add' } | { kind: 'lost'; rfid: string } | { kind: 'remove'; pass: MemberPass };

/** The cards and wallet passes of a member, and the dialogs that change them. */
export function CardsSection({
  readerProfiles: opened,
  accountId,
  locationId,
  mayEdit,
}: SectionProps & { readerProfiles: ReaderProfiles }) {
  const t = useTranslations('cards');
  const readerProfiles = useReaders(locationId, opened);
  const cards = useQuery(cardsQuery(locationId, accountId));
  const passes = useQuery(passesQuery(locationId, accountId));
  const name = useMemberName(locationId, accountId);
  const [asking, setAsking] = useState<Asking | null>(null);
  const member = { locationId, accountId };
  const dialog = { name, readerProfiles, onClose: () => setAsking(null) };
  const read = { loading: t('loading'), retry: t('retry') };

  return (
    <ProfileSection
      id="cards"
      title={t('title')}
      actions={mayEdit && <Button onClick={() => setAsking({ kind: 'add' })}>{t('add')}</Button>}
    >
      {cards.data ? (
        <>
          <CardsList
            cards={cards.data.cards}
            onLost={mayEdit ? ({ rfid }) => setAsking({ kind: 'lost', rfid }) : null}
          />
          <UnreadableNote list="cards" count={cards.data.unreadable} />
        </>
      ) : (
        <SectionUnread {...read} failed={t('failed')} error={cards.error} onRetry={() => void cards.refetch()} />
      )}
      {passes.data && (
        <PassesList
          passes={passes.data.passes}
          onRemove={mayEdit ? (pass) => setAsking({ kind: 'remove', pass }) : null}
        />
      )}
      {passes.error && !passes.data && (
        <SectionUnread
          {...read}
          failed={t('passesFailed')}
          error={passes.error}
          onRetry={() => void passes.refetch()}
        />
      )}
      <AddDialog
        {...dialog}
        isWanted={asking?.kind === 'add'}
        issuers={passes.data?.issuers ?? []}
        onAssign={(card, expectedHolder) => assignCard({ ...member, card, expectedHolder })}
      />
      {asking?.kind === 'lost' && (
        <LostDialog
          {...dialog}
          isWanted
          lost={asking.rfid}
          onReplace={(replacement, expectedHolder) =>
            replaceCard({ ...member, lost: asking.rfid, replacement, expectedHolder })
          }
        />
      )}
      {asking?.kind === 'remove' && (
        <RemoveDialog
          {...dialog}
          isWanted
          pass={asking.pass}
          onRemove={() => removePass({ ...member, issuer: asking.pass.issuer })}
        />
      )}
    </ProfileSection>
  );
}
