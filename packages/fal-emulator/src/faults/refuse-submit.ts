import type { FaultName } from './fault-names.ts'

/** An answer given instead of accepting a job. */
export type Refusal = {
  httpStatus: number
  contentType: string
  body: string
  headers?: Record<string, string>
}

const badGateway =
  '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n'

const signIn = '<!doctype html><title>Sign in to the network</title>'

export const keyRefused = json(401, 'Authentication is required to access this application.')
export const exhausted = json(
  403,
  'User is locked. Reason: Exhausted balance. Top up your balance at fal.ai/dashboard/billing.',
)
export const locked = json(403, 'User is locked. Reason: Admin lock. Please contact support@fal.ai')

const refusals: Partial<Record<FaultName, Refusal>> = {
  'refuse-429': { ...json(429, 'Too many requests'), headers: { 'retry-after': '1' } },
  'refuse-500': json(500, 'Internal Server Error'),
  'refuse-503': json(503, 'Service temporarily unavailable'),
  'html-502': { httpStatus: 502, contentType: 'text/html', body: badGateway },
  'html-200': { httpStatus: 200, contentType: 'text/html', body: signIn },
  unauthorized: keyRefused,
  'exhausted-balance': exhausted,
  'account-locked': locked,
}

/** How a submission with these faults is refused, if it is. */
export function refusalFor(faults: readonly FaultName[]): Refusal | undefined {
  const name = faults.find((fault) => refusals[fault])
  return name && refusals[name]
}

export function answerOf({ httpStatus, body, contentType, headers }: Refusal): Response {
  return new Response(body, {
    status: httpStatus,
    headers: { 'content-type': contentType, ...headers },
  })
}

function json(httpStatus: number, detail: string): Refusal {
  return { httpStatus, contentType: 'application/json', body: JSON.stringify({ detail }) }
}
