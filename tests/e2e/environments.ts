/** The address of the operator of every product that the browser tests start. */
export const boss = 'boss@example.com'

const usual = { ADMIN_EMAILS: boss, MOCK_DELAY_MS: '300' }

/**
 * What the products of the test files are started with. Playwright compares them by identity: files
 * with the same one share a product in each worker, any other one restarts worker and product. A
 * file that has its own should run in one worker (`mode: 'default'`), so that only one starts it.
 */
export const environments = {
  usual,
  /** A job takes about eight seconds, so that a test can act while it runs. */
  slowJobs: { ...usual, MOCK_DELAY_MS: '8000' },
  /** Every job fails and stays charged. */
  unrefunded: { ...usual, AUTO_REFUND: 'off', MOCK_FAILURE_RATE: '1' },
  /** The product may fetch from and send to the servers of a test. */
  privateAddresses: { ...usual, ALLOW_PRIVATE_ADDRESSES: 'on' },
}
