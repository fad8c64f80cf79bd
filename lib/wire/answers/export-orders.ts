import { type ExportOrders, exportFileTypes, exportProblems, shownExportOrderStates } from '#lib/wire/export-orders.ts';
import { outageCauses } from '#lib/wire/outage-causes.ts';
import { eventSets } from '#lib/wire/training.ts';
import { type Is, isFlag, isText, listOf, nullOr, objectOf, wordOf } from './shape.ts';

export const isExportOrders: Is<ExportOrders> = objectOf({
  isConnected: isFlag,
  today: isText,
  orders: listOf(
    objectOf({
      id: isText,
      dataSet: wordOf(eventSets),
      from: isText,
      until: isText,
      fileType: wordOf(exportFileTypes),
      orderedAt: isText,
      orderedBy: isText,
      state: wordOf(shownExportOrderStates),
      problem: nullOr(objectOf({ kind: wordOf(exportProblems), cause: nullOr(wordOf(outageCauses)) })),
      isReady: isFlag,
      keptUntil: nullOr(isText),
    }),
  ),
});
