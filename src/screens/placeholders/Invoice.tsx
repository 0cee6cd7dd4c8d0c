import { Link } from 'react-router-dom'
import { paths } from '../../paths.ts'
import { ComingScreen } from '../../ui/ComingScreen.tsx'

/** One payment as an invoice. */
export function Component() {
  return (
    <ComingScreen title="Invoice" words="One payment will stand here as an invoice, ready to print.">
      <Link to={paths.transactions()}>All transactions</Link>
    </ComingScreen>
  )
}
