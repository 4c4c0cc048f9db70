/** Everything the engine can be told to do wrong, by name. */
export const faultNames = [
  // The submit is refused or its connection ends, and no job is accepted.
  'refuse-429',
  'refuse-500',
  'refuse-503',
  'html-502',
  'html-200',
  'unauthorized',
  'exhausted-balance',
  'account-locked',
  'drop-before',
  'hang-before',
  // A job is accepted, and the submitter does not learn so. It hangs until the submitter gives up.
  'drop-after',
  'hang-after',
  'accepted-500',
  'truncated-submit',
  // The job takes eight times as long, or never ends.
  'slow',
  'stuck',
  // A cancellation is accepted, and the job finishes all the same.
  'ignore-cancel',
  // The job completes, and its result is an error.
  'internal-error',
  'request-timeout',
  'validation',
  'content-policy',
  'file-download-error',
  // The first three questions after the status fail.
  'status-500',
  'status-drop',
  // The result is not what it should be; `late-result-404` and `html-result` for the first three
  // questions.
  'nsfw',
  'nsfw-all',
  'empty',
  'truncated',
  'lost-result',
  'late-result-404',
  'html-result',
  // The answers are valid and hostile: text with NUL and lone surrogates, JSON that never ends (the
  // status only with logs).
  'nul-result',
  'endless-result',
  'endless-status',
  // The files.
  'missing-file',
  'wrong-type',
  'slow-file',
  'huge-file',
  // The webhook. After a false one no true one follows.
  'webhook-lost',
  'webhook-late',
  'webhook-twice',
  'webhook-early',
  'webhook-payload-error',
  'webhook-forged',
  'webhook-foreign-user',
  'webhook-other-job',
] as const
export type FaultName = (typeof faultNames)[number]
