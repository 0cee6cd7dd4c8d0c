export interface FaqSeed {
  readonly category: string
  readonly question: string
  /** HTML, as the host's editor writes it. */
  readonly answer: string
}

/** What viewers ask most, in the order to show. */
export const FAQS: readonly FaqSeed[] = [
  {
    category: 'Watching',
    question: 'Can I watch on my television?',
    answer:
      '<p>Yes. There are apps for Roku, Amazon Fire TV, Android TV and Windows; open the menu of your picture and choose <strong>Download Apps</strong>.</p><p>Sign in there with the same e-mail address and password.</p>',
  },
  {
    category: 'Watching',
    question: 'What do I need to watch in HD?',
    answer:
      '<p>A connection of about 6&nbsp;Mbit/s. On a slower one the picture is made simpler so that it does not stop; under <em>Quality</em> in the player you can also choose one yourself.</p>',
  },
  {
    category: 'Watching',
    question: 'The picture stops or stays black. What can I do?',
    answer:
      '<p>It comes back by itself as soon as the line does, and the player says what it is waiting for.</p><p>If it does not: reload the page, try another channel, and close other programs that use your connection. When a single channel stays away, please <a href="/support/bugs">report it</a>.</p>',
  },
  {
    category: 'Watching',
    question: 'Can I go back to something I missed?',
    answer:
      '<p>The channels are live. You can pause for a few minutes and go on where you were; <strong>Go live</strong> brings you back to now. There is no archive.</p>',
  },
  {
    category: 'Watching',
    question: 'How do I keep the channels I like together?',
    answer:
      '<p>Press the star on a channel. Everything starred stands under <a href="/favourites">Favourites</a>, on every device you are signed in to.</p>',
  },
  {
    category: 'Watching',
    question: 'A channel is missing. Can you add it?',
    answer:
      '<p>Ask for it with <a href="/support">Request a channel</a>. We write to you when it has been decided; rights differ from state to state, so not every channel can come.</p>',
  },
  {
    category: 'Membership',
    question: 'Which plan is right for me?',
    answer:
      '<p>Every plan has every channel in full quality and without ads. They differ in how long they last and in what a month comes to. <a href="/profile/packages">Packages</a> shows them side by side.</p>',
  },
  {
    category: 'Membership',
    question: 'What happens when I change my plan?',
    answer:
      '<p>The new plan begins at once, and the one before it ends when the new means of payment stands ready. You see what is paid before you press the button.</p>',
  },
  {
    category: 'Membership',
    question: 'How do I cancel my membership?',
    answer:
      '<p>Write to us with the <a href="/support/form">support form</a>; we end it the same working day and confirm it by e-mail. You keep watching until the end of what is paid.</p>',
  },
  {
    category: 'Paying',
    question: 'How can I pay?',
    answer:
      '<p>By debit or credit card (Visa, Mastercard, American Express and others) or with PayPal. Card numbers go to the card provider alone and are never seen by us.</p>',
  },
  {
    category: 'Paying',
    question: 'Where do I find my invoices?',
    answer:
      '<p>Under <a href="/profile/transcation-history">Transaction history</a>. Every payment there opens as an invoice that prints well.</p>',
  },
  {
    category: 'Paying',
    question: 'My card was declined. Was anything taken?',
    answer:
      '<p>No. A declined payment takes nothing; some banks show it as reserved for a few days and then let go of it. Another card, or a call to your bank, usually helps.</p>',
  },
  {
    category: 'Account',
    question: 'I forgot my password.',
    answer:
      '<p>Choose <strong>Forget Password</strong> on the sign-in page. The link we send works for 24 hours and once; asking again ends the earlier one.</p>',
  },
  {
    category: 'Account',
    question: 'Where am I signed in, and how do I sign out there?',
    answer:
      '<p><a href="/profile/all-sessions">All sessions</a> lists every device. You can end one of them, or all but the one in front of you.</p>',
  },
  {
    category: 'Account',
    question: 'How do I change my e-mail address?',
    answer:
      '<p>In <a href="/profile/edit">Edit profile</a>. We send a link to the new address; until it is opened the old one stays.</p>',
  },
]
