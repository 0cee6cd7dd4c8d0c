export interface FaqSeed {
  readonly category: string
  readonly question: string
  /** HTML, as WordPress returns it. */
  readonly answer: string
}

export const FAQS: readonly FaqSeed[] = [
  {
    category: 'Watching',
    question: 'Can I watch on my TV?',
    answer:
      '<p>Yes. There are apps for Roku, Amazon Fire TV, Android TV and Windows; open the menu under your photo and choose <strong>Download Apps</strong>.</p><p>Sign in there with the same email address and password.</p>',
  },
  {
    category: 'Watching',
    question: 'What do I need to watch in HD?',
    answer:
      '<p>A connection of about 6&nbsp;Mbit/s. On slower connections we lower the quality to avoid interruptions. You can also set it yourself under <em>Quality</em> in the player.</p>',
  },
  {
    category: 'Watching',
    question: 'The video stops or stays black. What can I do?',
    answer:
      '<p>It resumes on its own once your connection is back.</p><p>If it doesn’t, reload the page, try another channel, and close other programs that use your connection. If only one channel is affected, please <a href="/support/bugs">report it</a>.</p>',
  },
  {
    category: 'Watching',
    question: 'Can I go back to something I missed?',
    answer:
      '<p>The channels are live. You can pause for a few minutes and pick up where you left off. <strong>Go live</strong> takes you back to the live broadcast. There is no archive.</p>',
  },
  {
    category: 'Watching',
    question: 'How do I save favorite channels?',
    answer:
      '<p>Press the star on a channel. Everything you star appears under <a href="/favourites">Favorites</a>, on every device you are signed in to.</p>',
  },
  {
    category: 'Watching',
    question: 'A channel is missing. Can you add it?',
    answer:
      '<p>Ask for it with <a href="/support">Request a channel</a>. We’ll email you when there’s a decision. Rights vary by state, so we can’t add every channel.</p>',
  },
  {
    category: 'Membership',
    question: 'Which plan is right for me?',
    answer:
      '<p>Every plan includes every channel in HD with no ads. They differ in how often you pay and in the monthly price. <a href="/profile/packages">Plans</a> shows them side by side.</p>',
  },
  {
    category: 'Membership',
    question: 'What happens when I change my plan?',
    answer: '<p>Your new plan starts right away and replaces the old one. You see the price before you pay.</p>',
  },
  {
    category: 'Membership',
    question: 'How do I cancel my membership?',
    answer:
      '<p>Open <a href="/profile">Profile</a> and choose Cancel plan. You can keep watching until the end of the period you’ve paid for.</p>',
  },
  {
    category: 'Paying',
    question: 'How can I pay?',
    answer:
      '<p>By debit or credit card (Visa, Mastercard, American Express and others) or with PayPal. Your card number goes directly to our payment provider. We never see it.</p>',
  },
  {
    category: 'Paying',
    question: 'Where do I find my invoices?',
    answer:
      '<p>Under <a href="/profile/transcation-history">Billing history</a>. Open any payment to view or print its invoice.</p>',
  },
  {
    category: 'Paying',
    question: 'My card was declined. Was I charged?',
    answer:
      '<p>No. Some banks show a pending hold for a few days, then release it. Try another card or call your bank.</p>',
  },
  {
    category: 'Account',
    question: 'I forgot my password.',
    answer:
      '<p>Choose <strong>Forget Password</strong> on the sign-in page. The link works once and expires after 24 hours. Requesting a new one cancels the old one.</p>',
  },
  {
    category: 'Account',
    question: 'Where am I signed in, and how do I sign out there?',
    answer:
      '<p><a href="/profile/all-sessions">Devices</a> lists every device. You can sign out of one device, or of all except this one.</p>',
  },
  {
    category: 'Account',
    question: 'How do I change my email address?',
    answer:
      '<p>In <a href="/profile/edit">Edit details</a>. We send a link to the new address. Your old address stays until you open it.</p>',
  },
]
