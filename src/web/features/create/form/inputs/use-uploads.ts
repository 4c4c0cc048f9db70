import { useSyncExternalStore } from 'react'
import { tray } from './tray/tray.ts'

export type Uploads = {
  /**
   * Files on their way. Nothing is submitted while there are any (docs/spec/creation.md#uploads).
   */
  running: number
  /** Files that did not arrive and wait for a retry or for being removed. */
  failed: number
  /** Files that wait for their owner to sign in. */
  signedOut: number
  /** No file is on its way to a field, nor looked for in what was kept through a sign-in. */
  isSettled: boolean
}

/** The files of a form that its fields do not hold yet. A submit waits for them. */
export function useUploads(form: string): Uploads {
  const uploads = useSyncExternalStore(tray.subscribe, tray.read, tray.read)
  const own = uploads.filter((upload) => upload.form === form && tray.isShown(upload))
  const failed = own.filter(({ state }) => state === 'failed')
  const signedOut = failed.filter(({ failure }) => failure?.reason === 'signed-out').length
  return {
    running: own.filter(({ state }) => state === 'running').length,
    failed: failed.length - signedOut,
    signedOut,
    isSettled: own.length === 0 && !tray.isGoingOn(form),
  }
}
