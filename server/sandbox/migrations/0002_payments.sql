ALTER TABLE `cards` ADD COLUMN `test_card` text NOT NULL DEFAULT 'visa';
--> statement-breakpoint
CREATE TABLE `payment_methods` (
  `id` text PRIMARY KEY NOT NULL,
  `test_card` text NOT NULL,
  `brand` text NOT NULL,
  `last4` text NOT NULL,
  `exp_month` integer NOT NULL,
  `exp_year` integer NOT NULL,
  `holder` text NOT NULL,
  `made_at` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `payment_intents` (
  `id` text PRIMARY KEY NOT NULL,
  `client_secret` text NOT NULL UNIQUE,
  `member` integer NOT NULL REFERENCES `accounts`(`id`),
  `plan` integer NOT NULL,
  `method` text NOT NULL,
  `status` text NOT NULL CHECK (`status` IN ('requires_action', 'requires_payment_method', 'succeeded', 'canceled')),
  `idempotency_key` text NOT NULL,
  `made_at` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `payment_intents_of_member` ON `payment_intents` (`member`, `status`);
--> statement-breakpoint
CREATE TABLE `paypal_products` (
  `id` text PRIMARY KEY NOT NULL,
  `member` integer NOT NULL REFERENCES `accounts`(`id`),
  `name` text NOT NULL,
  `made_at` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `paypal_subscriptions` (
  `id` text PRIMARY KEY NOT NULL,
  `member` integer NOT NULL REFERENCES `accounts`(`id`),
  `plan` integer NOT NULL,
  `product` text NOT NULL REFERENCES `paypal_products`(`id`),
  `status` text NOT NULL CHECK (`status` IN ('APPROVAL_PENDING', 'APPROVED', 'ACTIVE', 'CANCELLED')),
  `made_at` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
  `member` integer NOT NULL REFERENCES `accounts`(`id`),
  `key` text NOT NULL,
  `payload` text NOT NULL,
  `status` integer NOT NULL,
  `body` text NOT NULL,
  `at` text NOT NULL,
  PRIMARY KEY (`member`, `key`)
) STRICT;
