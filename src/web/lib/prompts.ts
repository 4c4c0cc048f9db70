import { create } from 'zustand'
import type { SignInFailure } from '#core/history/contract/browser-state.ts'

export type SignInPrompt = {
  kind: 'sign-in'
  /** Why a sign-in is needed now; otherwise a general sentence is shown. */
  description?: string
  /** Own path with query to return to; the current page otherwise. */
  returnTo?: string
  /** The action that is resumed afterwards (resume-action.ts). */
  resumedAction?: string
  /** The last attempt failed. */
  failure?: Exclude<SignInFailure, 'declined'>
}

export type UpgradePrompt = {
  kind: 'upgrade'
  reason: 'credits' | 'never-paid'
  /** Credits. Shown when both are known. */
  required?: number
  current?: number
  /** Own path with query to return to after the purchase; the current page otherwise. */
  returnTo?: string
}

export type AccountChangedPrompt = {
  kind: 'account-changed'
  /** Of the account that is signed in now. */
  email: string
  /** The user confirmed the generation with the credits of this account. */
  onConfirm: () => void
}

/** The terms of the studio, which the account has to accept. */
type TermsPrompt = { kind: 'terms' }

/** The command palette, or the list of keyboard shortcuts. */
type KeyboardPrompt = { kind: 'commands' | 'shortcuts' }

export type Prompt =
  | TermsPrompt
  | SignInPrompt
  | UpgradePrompt
  | AccountChangedPrompt
  | KeyboardPrompt

const usePromptStore = create<{ prompt: Prompt | null }>(() => ({ prompt: null }))

/** Opens the sign-in modal. The caller stores typed text, because the sign-in leaves the page. */
export function askToSignIn(prompt: Omit<SignInPrompt, 'kind'> = {}): void {
  show({ kind: 'sign-in', ...prompt })
}

/** Opens the upgrade modal: too few credits, or an account that has never paid. */
export function askToUpgrade(prompt: Omit<UpgradePrompt, 'kind'>): void {
  show({ kind: 'upgrade', ...prompt })
}

/**
 * Opens the dialog that confirms a generation with another account, which another tab has signed in
 * to.
 */
export function askToUseAccount(prompt: Omit<AccountChangedPrompt, 'kind'>): void {
  show({ kind: 'account-changed', ...prompt })
}

/** Opens the modal that asks to accept the terms. */
export function askToAcceptTerms(): void {
  show({ kind: 'terms' })
}

/** Opens the command palette, unless another modal is open. */
export function showCommands(): void {
  if (!isModalOpen()) show({ kind: 'commands' })
}

/** Opens the list of keyboard shortcuts, unless another modal is open. */
export function showShortcuts(): void {
  if (!isModalOpen()) show({ kind: 'shortcuts' })
}

function isModalOpen(): boolean {
  return document.querySelector('dialog:modal') !== null
}

export function closePrompt(): void {
  show(null)
}

/** The open modal, or `null`. */
export function usePrompt(): Prompt | null {
  return usePromptStore((state) => state.prompt)
}

function show(prompt: Prompt | null) {
  usePromptStore.setState({ prompt })
}
