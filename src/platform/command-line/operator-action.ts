import { userInfo } from 'node:os'

/** The actor and reason for the audit log; several people may share a command line. */
export function operatorAction(reason: string): { actor: string; reason: string } {
  return { actor: `command line (${userName()})`, reason }
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}
