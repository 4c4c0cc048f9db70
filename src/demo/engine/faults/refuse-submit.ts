import type { FaultName } from './faults.ts'

/** An answer given instead of accepting a job. */
export type Refusal = { httpStatus: number; contentType: string; body: string; headers?: Record<string, string> }

const badGateway =
  '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n'

const refusals: Partial<Record<FaultName, Refusal>> = {
  'refuse-429': { ...json(429, 'Too many requests'), headers: { 'retry-after': '1' } },
  'refuse-503': json(503, 'Service temporarily unavailable'),
  'html-502': { httpStatus: 502, contentType: 'text/html', body: badGateway },
  unauthorized: json(401, 'Authentication is required to access this application.'),
  'exhausted-balance': json(
    403,
    'User is locked. Reason: Exhausted balance. Top up your balance at fal.ai/dashboard/billing.',
  ),
}

/** How a submission with these faults is refused, if it is. */
export function refusalFor(faults: readonly FaultName[]): Refusal | undefined {
  const name = faults.find((fault) => refusals[fault])
  return name && refusals[name]
}

function json(httpStatus: number, detail: string): Refusal {
  return { httpStatus, contentType: 'application/json', body: JSON.stringify({ detail }) }
}
