import { findMessageFaults } from './lib/find-message-faults.mjs'
import { readMessages, readSharedMessages, readWebSources } from './lib/messages.mjs'
import { main, say } from './lib/run.mjs'

// Fails unless every message exists and says the same in every language, and every message of the
// pages is used.
await main(() => {
  const languages = readMessages()
  const shared = readSharedMessages(languages.map(({ locale }) => locale))
  const faults = [...findMessageFaults(languages, readWebSources()), ...findMessageFaults(shared)]
  for (const fault of faults) say(fault)
  if (faults.length > 0) process.exitCode = 1
})
