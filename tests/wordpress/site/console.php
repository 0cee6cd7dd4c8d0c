<?php
/**
 * Counts or ends the sessions of a user: `php console.php count|end <username>`.
 *
 * @package Statecast_Tests
 */

require __DIR__ . '/wp-load.php';

list( , $command, $login ) = $argv;
$sessions = WP_Session_Tokens::get_instance( get_user_by( 'login', $login )->ID );
if ( 'end' === $command ) {
	$sessions->destroy_all();
} else {
	echo count( $sessions->get_all() );
}
