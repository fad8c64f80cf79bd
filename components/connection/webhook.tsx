import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { ConnectionState } from '#components/office/section.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { WebhookView } from '#lib/wire/connection.ts';
import { Facts } from './facts.tsx';

interface WebhookProps {
  /** Null until the desk has prepared it. */
  webhook: WebhookView | null;
  timeZone: string;
}

/** Whether the platform reports events to the desk, and the last ones that it reported. */
export function Webhook({ webhook, timeZone }: WebhookProps) {
  const t = useTranslations('connection.webhook');
  const { time } = useLocationFormat(timeZone);
  return (
    <>
      <WebhookState state={webhook?.state ?? 'none'} />
      {webhook && (
        <Facts
          facts={[
            ...(webhook.url === null ? [] : [{ name: t('url'), value: webhook.url }]),
            { name: t('heardAt'), value: webhook.heardAt === null ? t('never') : time(webhook.heardAt) },
            { name: t('nextAttempt'), value: time(webhook.nextAttemptAt) },
          ]}
        />
      )}
      {webhook && (
        <div>
          <Deliveries webhook={webhook} timeZone={timeZone} />
          <p className="pt-1 text-ink-soft text-sm">{t('ownVisits')}</p>
        </div>
      )}
    </>
  );
}

function WebhookState({ state }: { state: WebhookView['state'] | 'none' }) {
  const t = useTranslations('connection.webhook.states');
  switch (state) {
    case 'registered':
      return (
        <ConnectionState tone="good" icon={CircleCheck}>
          {t(state)}
        </ConnectionState>
      );
    case 'none':
    case 'open':
      return (
        <ConnectionState tone="neutral" icon={CircleDashed}>
          {t(state)}
        </ConnectionState>
      );
    case 'notPermitted':
    case 'refused':
    case 'unreachable':
      return (
        <ConnectionState tone="warning" icon={CircleAlert}>
          {t(state)}
        </ConnectionState>
      );
  }
}

const cell = 'py-1.5 pr-4 align-baseline last:pr-0';

function Deliveries({ webhook: { deliveries }, timeZone }: { webhook: WebhookView; timeZone: string }) {
  const t = useTranslations('connection.webhook');
  const { time } = useLocationFormat(timeZone);
  if (deliveries.length === 0) {
    return (
      <>
        <h3 className="font-semibold">{t('deliveries')}</h3>
        <p className="text-ink-soft">{t('noDeliveries')}</p>
      </>
    );
  }
  return (
    <table className="w-full text-left">
      <caption className="pb-1 text-left font-semibold">{t('deliveries')}</caption>
      <thead className="text-ink-soft text-sm">
        <tr>
          {(['time', 'what', 'state'] as const).map((column) => (
            <th key={column} scope="col" className="py-1.5 pr-4 font-medium last:pr-0">
              {t(`columns.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {deliveries.map(({ type, receivedAt, isHandled }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows without state, and several may be of the same moment
          <tr key={index} className="border-line border-t">
            <td className={`${cell} text-ink-soft tabular-nums`}>
              <time dateTime={receivedAt}>{time(receivedAt)}</time>
            </td>
            <td className={cell}>{t(`types.${type}`)}</td>
            <td className={cell}>{t(isHandled ? 'handled' : 'waiting')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
