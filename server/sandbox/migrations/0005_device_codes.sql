CREATE TABLE `device_codes` (
  `user_code` text PRIMARY KEY NOT NULL,
  `device_hash` text NOT NULL UNIQUE,
  `agent` text NOT NULL,
  `address` text NOT NULL,
  `created_at` text NOT NULL,
  `expires_at` text NOT NULL,
  `interval` integer NOT NULL,
  `polled_at` text,
  `status` text NOT NULL,
  `member` integer REFERENCES `accounts`(`id`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `wrong_device_codes` (
  `id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  `member` integer NOT NULL REFERENCES `accounts`(`id`),
  `at` text NOT NULL
) STRICT;
