import { useSelector } from '@xstate/react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router-dom'
import { type Destination } from '../../../machines/confirmation.ts'
import { type PaymentMethod } from '../../../machines/payment.types.ts'
import { paths } from '../../app/paths.ts'
import { useRoot } from '../../app/root.tsx'
import { provideCheckout } from './provide.ts'

/**
 * Starts the checkout of a plan when the screen mounts. A payment in flight continues after the screen unmounts. Redirects
 * when the checkout is done. `initialPaymentMethod` is the method shown first.
 */
export function useCheckout(planId: number, initialPaymentMethod: PaymentMethod['kind']) {
  const root = useRoot()
  const { session, checkoutStore, returnToChannel } = root
  const navigate = useNavigate()
  const [channel] = useState(returnToChannel.channelPath)
  const [parts] = useState(() => {
    const { user } = session.getSnapshot().context
    return provideCheckout(root, { id: user?.ID ?? 0, email: user?.user_email ?? '', name: user?.display_name ?? '' })
  })

  useEffect(
    () =>
      checkoutStore.start(() =>
        parts.createCheckout({
          planId,
          initialPaymentMethod,
          isMember: session.getSnapshot().context.role === 'membership',
          fromChannel: channel !== undefined,
        }),
      ),
    [checkoutStore, parts, session, planId, initialPaymentMethod, channel],
  )
  const checkout = useSyncExternalStore(checkoutStore.subscribe, checkoutStore.get)

  useEffect(() => {
    if (!checkout) return
    let isMounted = true
    const destinations: Record<Destination, string> = {
      channel: channel ?? paths.home(),
      home: paths.home(),
      packages: paths.packages(),
      success: paths.subscribeSuccess(),
    }
    const subscription = checkout.subscribe({
      complete: () => {
        const { output } = checkout.getSnapshot()
        if (!output) return
        // The route guard depends on the role, so wait for the new one.
        void parts.waitForRole().then(() => {
          if (isMounted) void navigate(destinations[output.destination], { replace: true })
        })
      },
    })
    return () => {
      isMounted = false
      subscription.unsubscribe()
    }
  }, [checkout, channel, navigate, parts])

  const snapshot = useSelector(checkout, (now) => now)
  return { stripe: parts.stripe, checkout, snapshot }
}
