'use client';

import { useQuery } from '@tanstack/react-query';
import { orderExport } from '#app/g/[gym]/(office)/office/connection/actions.ts';
import { ExportOrdersList } from '#components/connection/export-orders.tsx';
import { OrderExport } from '#components/connection/order-export.tsx';
import { OfficeSection } from '#components/office/section.tsx';
import { ReadingState } from '#components/reading/section-state.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { exportOrdersQuery } from '#lib/browser/queries/office-queries.ts';
import { useLiveUpdates } from '#lib/browser/queries/use-live-updates.ts';
import { pathAt } from '#lib/wire/path-at.ts';

interface ExportFilesScreenProps {
  locationId: string;
  timeZone: string;
}

/** Files of training, ordered from the data export and downloaded through the desk. Nothing without a data export. */
export function ExportFilesScreen({ locationId, timeZone }: ExportFilesScreenProps) {
  const t = useTranslations('connection.exportFiles');
  useLiveUpdates(locationId);
  const reading = useQuery(exportOrdersQuery(locationId));
  const files = reading.data;
  if (files && !files.isConnected) return null;
  return (
    <OfficeSection id="export-files" title={t('title')} text={t('text')}>
      <p className="text-ink-soft">{t('contents')}</p>
      <p className="text-ink-soft">{t('withdrawn')}</p>
      <ReadingState of="exportOrders" reading={reading} />
      {files && (
        <>
          <OrderExport
            today={files.today}
            onOrder={(order) => orderExport({ locationId, ...order })}
            onAnswer={() => reading.refetch()}
          />
          <ExportOrdersList
            orders={files.orders}
            timeZone={timeZone}
            fileHref={(orderId) => pathAt(locationId, '/api/desk/export-orders/file', { orderId })}
          />
        </>
      )}
    </OfficeSection>
  );
}
