CREATE TABLE `settings` (
  `name` text PRIMARY KEY NOT NULL,
  `value` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `accounts` (
  `id` integer PRIMARY KEY NOT NULL,
  `login` text NOT NULL UNIQUE,
  `email` text NOT NULL UNIQUE,
  `display_name` text NOT NULL,
  `first_name` text NOT NULL,
  `last_name` text NOT NULL,
  `phone` text NOT NULL,
  `password_hash` text NOT NULL,
  `registered_at` text NOT NULL,
  `login_count` integer NOT NULL DEFAULT 0,
  `has_avatar` integer NOT NULL DEFAULT 0,
  `address` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `subscriptions` (
  `id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  `member` integer NOT NULL REFERENCES `accounts`(`id`),
  `plan` integer NOT NULL,
  `provider_id` text NOT NULL UNIQUE,
  `gateway` text NOT NULL,
  `status` text NOT NULL CHECK (`status` IN ('pending', 'active', 'suspended', 'cancelled')),
  `cents` integer NOT NULL,
  `created_at` text NOT NULL,
  `card_last4` text NOT NULL DEFAULT '',
  `card_exp_month` text NOT NULL DEFAULT '',
  `card_exp_year` text NOT NULL DEFAULT ''
) STRICT;
--> statement-breakpoint
CREATE INDEX `subscriptions_of_member` ON `subscriptions` (`member`, `id`);
--> statement-breakpoint
CREATE TABLE `transactions` (
  `id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  `member` integer NOT NULL REFERENCES `accounts`(`id`),
  `plan` integer NOT NULL,
  `subscription` integer NOT NULL,
  `cents` integer NOT NULL,
  `number` text NOT NULL UNIQUE,
  `status` text NOT NULL CHECK (`status` IN ('pending', 'failed', 'complete', 'confirmed', 'refunded')),
  `kind` text NOT NULL CHECK (`kind` IN ('payment', 'subscription_confirmation', 'fallback')),
  `gateway` text NOT NULL,
  `created_at` text NOT NULL,
  `expires_at` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `transactions_of_member` ON `transactions` (`member`, `id`);
--> statement-breakpoint
CREATE TABLE `cards` (
  `id` text PRIMARY KEY NOT NULL,
  `member` integer NOT NULL REFERENCES `accounts`(`id`),
  `brand` text NOT NULL,
  `last4` text NOT NULL,
  `exp_month` integer NOT NULL,
  `exp_year` integer NOT NULL,
  `holder` text NOT NULL,
  `is_default` integer NOT NULL,
  `added_at` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `favourites` (
  `member` integer NOT NULL REFERENCES `accounts`(`id`),
  `slug` text NOT NULL,
  `added_at` text NOT NULL,
  PRIMARY KEY (`member`, `slug`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `sessions` (
  `id` text PRIMARY KEY NOT NULL,
  `member` integer NOT NULL REFERENCES `accounts`(`id`),
  `access_hash` text NOT NULL UNIQUE,
  `refresh_hash` text NOT NULL UNIQUE,
  `remember` integer NOT NULL,
  `agent` text NOT NULL,
  `address` text NOT NULL,
  `created_at` text NOT NULL,
  `seen_at` text NOT NULL,
  `expires_at` text NOT NULL,
  `ended_at` text
) STRICT;
--> statement-breakpoint
CREATE INDEX `sessions_of_member` ON `sessions` (`member`, `created_at`);
--> statement-breakpoint
CREATE TABLE `ledger` (
  `id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  `at` text NOT NULL,
  `kind` text NOT NULL CHECK (`kind` IN ('charge', 'cancel', 'capture')),
  `provider` text NOT NULL CHECK (`provider` IN ('stripe', 'paypal')),
  `member` integer NOT NULL,
  `plan` integer NOT NULL,
  `cents` integer,
  `subscription_id` text NOT NULL,
  `idempotency_key` text
) STRICT;
--> statement-breakpoint
CREATE TABLE `mail` (
  `id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  `at` text NOT NULL,
  `to` text NOT NULL,
  `subject` text NOT NULL,
  `text` text NOT NULL,
  `links` text NOT NULL
) STRICT;
