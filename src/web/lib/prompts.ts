import { create } from 'zustand'
import type { SignInFailure } from '#contract/browser-state.ts'

export type SignInPrompt = {
  kind: 'sign-in'
  /** Why signing in is needed just now; a general sentence stands there otherwise. */
  description?: string
  /** Own path with query to come back to; the current page otherwise. */
  returnTo?: string
  /** What goes on by itself afterwards (go-on.ts). */
  goOn?: string
  /** It was tried just now, and did not work. */
  failure?: Exclude<SignInFailure, 'declined'>
}

export type UpgradePrompt = {
  kind: 'upgrade'
  reason: 'credits' | 'never-paid'
  /** Credits. Shown when both are known. */
  required?: number
  current?: number
  /** Own path with query where the person goes on after buying; the current page otherwise. */
  returnTo?: string
}

export type AccountChangedPrompt = {
  kind: 'account-changed'
  /** Of the account that is signed in now. */
  email: string
  /** Its owner wants it made with the credits of this account. */
  onConfirm: () => void
}

export type Prompt = SignInPrompt | UpgradePrompt | AccountChangedPrompt

const usePromptStore = create<{ prompt: Prompt | null }>(() => ({ prompt: null }))

/** Opens the sign-in modal. The caller keeps what was typed, because signing in leaves the page. */
export function askToSignIn(prompt: Omit<SignInPrompt, 'kind'> = {}): void {
  show({ kind: 'sign-in', ...prompt })
}

/** Opens the upgrade modal: too few credits, or an account that has never paid. */
export function askToUpgrade(prompt: Omit<UpgradePrompt, 'kind'>): void {
  show({ kind: 'upgrade', ...prompt })
}

/**
 * Opens the question whether another account, signed in by another tab, shall pay for what was
 * asked for.
 */
export function askToUseAccount(prompt: Omit<AccountChangedPrompt, 'kind'>): void {
  show({ kind: 'account-changed', ...prompt })
}

export function closePrompt(): void {
  show(null)
}

/** The modal that is asked for, or `null`. */
export function usePrompt(): Prompt | null {
  return usePromptStore((state) => state.prompt)
}

function show(prompt: Prompt | null) {
  usePromptStore.setState({ prompt })
}
