import { Link } from 'react-router-dom'
import { paths } from '../../paths.ts'
import { ComingScreen } from '../../ui/ComingScreen.tsx'

/** After a payment went through. */
export function Component() {
  return (
    <ComingScreen title="Payment Successful" words="Your new membership will be confirmed here after a payment.">
      <Link to={paths.profile()}>Go to Profile</Link>
    </ComingScreen>
  )
}
