CREATE TABLE `address_changes` (
  `member` integer PRIMARY KEY NOT NULL REFERENCES `accounts`(`id`),
  `email` text NOT NULL,
  `key_hash` text NOT NULL,
  `expires_at` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `pictures` (
  `member` integer PRIMARY KEY NOT NULL REFERENCES `accounts`(`id`),
  `name` text NOT NULL,
  `type` text NOT NULL,
  `bytes` blob NOT NULL
) STRICT;
