import type {
  AdmittedVerdict,
  AttentionVerdict,
  RefusedVerdict,
  UnconfirmedVerdict,
  UnknownVerdict,
} from './verdict.ts';

export type Judged<V extends { kind: string; reasons: unknown }> = Pick<V, 'kind' | 'reasons'>;

/** What is decided about a scan, without the member it is about. */
export type Decision =
  | Judged<AdmittedVerdict>
  | Judged<AttentionVerdict>
  | Judged<RefusedVerdict>
  | Judged<UnconfirmedVerdict>
  | Judged<UnknownVerdict>;
