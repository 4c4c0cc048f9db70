import type { ServerResponse } from 'node:http'
import { createFrame } from '../../frame/frame.ts'
import { chooserStyle } from './style.ts'

export const frame = createFrame(chooserStyle)

/** A whole page, and where its forms may lead beside itself. */
export type Page = { markup: unknown; formTargets: string[] }

/** Sends a page under a policy that allows its own style and forms, and nothing else. */
export function sendPage(
  response: ServerResponse,
  status: number,
  { markup, formTargets }: Page,
): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    ...frame.headers(formTargets),
  })
  response.end(String(markup))
}
