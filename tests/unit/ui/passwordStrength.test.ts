import { describe, expect, it } from 'vitest'
import { passwordStrength } from '../../../src/ui/passwordStrength.ts'

const scoreSteps = (password: string, login = 'member') => passwordStrength(password, login).steps

describe('the strength of a password', () => {
  it('is zero for an empty password, with a hint', () => {
    expect(passwordStrength('', 'member')).toEqual({
      steps: 0,
      hint: 'Use 12 or more characters. Three or four random words work well.',
    })
  })

  it.each(['password', 'Password1', 'P@ssw0rd!', '123qwerty', '!!letmein!!', 'Welcome2026'])(
    'a common password is weak: %s',
    (password) => {
      expect(passwordStrength(password, 'somebody').hint).toBe(
        'Too common: this is one of the first passwords people guess.',
      )
    },
  )

  it.each([
    ['member', 'member'],
    ['Member-2026', 'member'],
    ['xmemberx', 'member@statecast.test'],
  ])('a password with the user’s own name is weak: %s of %s', (password, login) => {
    expect(passwordStrength(password, login)).toEqual({
      steps: 1,
      hint: 'Weak: avoid your own name.',
    })
  })

  it('a name in a long password and a name of two letters are allowed', () => {
    expect(scoreSteps('a member of the orchestra', 'member')).toBe(4)
    expect(scoreSteps('robotic turtle lamp', 'ro')).toBe(4)
  })

  it.each(['aaaaaaaaaa', '1234567890', 'abcdefgh', 'asdfghjkl', '9876543210'])(
    'repeats and keyboard rows are weak: %s',
    (password) => {
      expect(passwordStrength(password, 'member').hint).toBe('Weak: avoid repeats and keyboard patterns.')
    },
  )

  it('grows with the length, in any script', () => {
    expect(['kx7!q', 'lamp river', 'lamp river 9x', 'lamp river trombone'].map((each) => scoreSteps(each))).toEqual([
      1, 2, 3, 4,
    ])
    expect(scoreSteps('灯台は海の近くにある静かな場所だ')).toBe(4)
  })
})
