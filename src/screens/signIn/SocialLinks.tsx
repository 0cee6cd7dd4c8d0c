import { useRoot } from '../../app/root.tsx'
import classes from './SignIn.module.css'

/** Links to the social media pages of the product. */
export function SocialLinks() {
  const { social } = useRoot().configuration
  const pages = [
    ['Facebook', social.facebook],
    ['Instagram', social.instagram],
    ['YouTube', social.youtube],
  ] as const
  return (
    <ul className={classes.social} aria-label="Social media">
      {pages.map(([name, url]) => (
        <li key={name}>
          <a href={url} target="_blank" rel="noreferrer">
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}
