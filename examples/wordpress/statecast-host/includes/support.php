<?php
/**
 * Questions, support requests and bug reports.
 *
 * @package Statecast_Host
 */

defined( 'ABSPATH' ) || exit;

/**
 * Registers the calls of support.
 */
function statecast_register_support_routes() {
	$sender  = array(
		'user_id' => array( 'type' => 'integer', 'required' => true ),
		'email'   => statecast_text( 100 ),
	);
	$filled  = array( 'minLength' => 1 );
	$support = array(
		'name'    => statecast_text( 250, $filled ),
		'subject' => statecast_text( 200, $filled ),
		'message' => statecast_text( 5000, $filled ),
	);
	$report  = array(
		'summary'    => statecast_text( 200, $filled ),
		'details'    => statecast_text( 5000, $filled ),
		'page'       => statecast_text( 2000, array( 'required' => false ) ),
		'user_agent' => statecast_text( 1000, array( 'required' => false ) ),
	);
	statecast_route( 'channel/v2/faqs', 'GET', 'statecast_faqs' );
	statecast_route( 'channel/v2/support', 'POST', 'statecast_ask_support', $sender + $support );
	statecast_route( 'channel/v2/bug-report', 'POST', 'statecast_report_bug', $sender + $report );
}

/**
 * POST channel/v2/support.
 *
 * @param WP_REST_Request $request Request.
 * @return array
 */
function statecast_ask_support( $request ) {
	statecast_mail_support(
		'Support: ' . sanitize_text_field( $request['subject'] ),
		array( 'Message' => sanitize_textarea_field( $request['message'] ) )
	);
	return statecast_done( __( 'Thank you. Your message has been sent. We’ll reply within one working day.', 'statecast-host' ) );
}

/**
 * POST channel/v2/bug-report.
 *
 * @param WP_REST_Request $request Request.
 * @return array
 */
function statecast_report_bug( $request ) {
	statecast_mail_support(
		'Bug report: ' . sanitize_text_field( $request['summary'] ),
		array(
			'Details' => sanitize_textarea_field( $request['details'] ),
			'Page'    => sanitize_text_field( (string) $request['page'] ),
			'Browser' => sanitize_text_field( (string) $request['user_agent'] ),
		)
	);
	return statecast_done( __( 'Thank you. Your report has been sent to our engineers.', 'statecast-host' ) );
}

/**
 * Sends a mail of the caller to the administrator.
 *
 * @param string   $subject Subject of one line.
 * @param string[] $fields  Texts by label.
 */
function statecast_mail_support( $subject, $fields ) {
	$user  = wp_get_current_user();
	$lines = array( "$user->display_name ($user->user_login)" );
	foreach ( $fields as $label => $text ) {
		$lines[] = "$label: $text";
	}
	wp_mail( get_option( 'admin_email' ), $subject, implode( "\n\n", $lines ), array( "Reply-To: $user->user_email" ) );
}
